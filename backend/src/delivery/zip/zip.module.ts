import { Module } from '@nestjs/common';
import { GenerationModule } from '../../generation';
import { ZipController } from './zip.controller';

@Module({ imports: [GenerationModule], controllers: [ZipController] })
export class ZipModule {}
