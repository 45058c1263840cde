export { type ExaminedRecording, Examiner, UnusableFile } from './examiner';
export { ExamineModule } from './examine.module';
