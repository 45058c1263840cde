import { Global, Module } from '@nestjs/common';
import { IdempotencyInterceptor } from './idempotent.decorator';
import { IdempotencyKeys } from './idempotency-keys';

@Global()
@Module({ providers: [IdempotencyKeys, IdempotencyInterceptor], exports: [IdempotencyKeys, IdempotencyInterceptor] })
export class IdempotencyModule {}
