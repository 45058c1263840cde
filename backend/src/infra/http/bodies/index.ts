export { LargeBody, RawBody, BodyInterceptor } from './body.interceptor';
export { LargeBodies } from './large-bodies';
