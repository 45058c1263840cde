export const IMAGE_MODEL = 'v6.1';
