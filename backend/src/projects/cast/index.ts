export { CastModule } from './cast.module';
export { type HeldPicture, HeldPictures } from './held-pictures';
