export const roomPictures = () => [];
