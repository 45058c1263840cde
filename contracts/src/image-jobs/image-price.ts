import { type Price, providerPrice } from '../zaps/price';

const IMAGE_USD = 0.025;

export const imagesPrice = (images: number): Price => providerPrice(IMAGE_USD * images, images);
