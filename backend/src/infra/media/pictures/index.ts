export { DecoderFailed } from './decoder-process';
export { type DecodedPicture, Pictures, UnusablePicture } from './pictures';
export { PicturesModule } from './pictures.module';
