export { attachment, type PlannedAsset, planZip, safeName } from './plan-zip';
export { sendZip } from './send-zip';
export { addAsset, addFile, checkAssets, leftOutText, type ManifestFile, type OpenZip } from './write-zip';
export { ProvenanceOfFiles } from './provenance-of-files';
export { ZipModule } from './zip.module';
