export { IdempotencyModule } from './idempotency.module';
export { CommandId, HasIdempotencyKey, Idempotent } from './idempotent.decorator';
