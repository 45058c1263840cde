export { attachment, safeName } from './plan-zip';
export { ZipModule } from './zip.module';
