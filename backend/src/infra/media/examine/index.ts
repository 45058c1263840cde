export { type ExaminedRecording, Examiner, type OrderedPicture, UnusableFile } from './examiner';
export { ExamineModule } from './examine.module';
