import { Global, Module } from '@nestjs/common';
import { Examiner } from './examiner';

@Global()
@Module({ providers: [Examiner], exports: [Examiner] })
export class ExamineModule {}
