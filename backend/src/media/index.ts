export { withinAssetLimit } from './images';
export { MediaModule } from './media.module';
