export { DecoderFailed } from './decoder-failed';
export { type DecodedPicture, Pictures, UnusablePicture } from './pictures';
export { PicturesModule } from './pictures.module';
