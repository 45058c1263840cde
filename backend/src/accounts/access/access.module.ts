import { Global, Module } from '@nestjs/common';
import { AccessLog } from './access-log';

/** Global: every module that opens other people's records needs the access log. */
@Global()
@Module({ providers: [AccessLog], exports: [AccessLog] })
export class AccessModule {}
