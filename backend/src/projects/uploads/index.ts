export { UploadsModule } from './uploads.module';
export { incomingBody } from './uploads.service';
