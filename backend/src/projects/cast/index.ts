export { CastModule } from './cast.module';
export { HeldPictures } from './held-pictures';
