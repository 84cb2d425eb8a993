export const backdropPictures = () => [];
