import type { Request } from 'express';
import type { AppConfig } from '../config/app-config';

/** Where browsers find this installation: as it is configured, else as this request found it. */
export const publicAddress = ({ publicUrl }: Pick<AppConfig, 'publicUrl'>, request: Request): string =>
  publicUrl ?? `${request.protocol}://${request.get('host')}`;
