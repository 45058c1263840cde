export { ZipModule } from './zip.module';
