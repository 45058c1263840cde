import { stopTestServer } from './jest-global-setup';

export default stopTestServer;
