import { Global, Module } from '@nestjs/common';
import { AccessLog } from './access-log';

/** Global, since everything that opens other people's records needs it. */
@Global()
@Module({ providers: [AccessLog], exports: [AccessLog] })
export class AccessModule {}
