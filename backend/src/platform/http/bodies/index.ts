export { LargeBody, RawBody } from './body.decorators';
export { BodyInterceptor } from './body.interceptor';
export { LargeBodies } from './large-bodies';
