import { Global, Module } from '@nestjs/common';
import { Pictures } from './pictures';

@Global()
@Module({ providers: [{ provide: Pictures, useFactory: () => new Pictures() }], exports: [Pictures] })
export class PicturesModule {}
