export const crewPictures = () => [];
