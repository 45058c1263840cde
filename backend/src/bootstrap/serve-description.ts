import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule } from '@nestjs/swagger';
import type { AppConfig } from '../platform/config/app-config';
import { describeApi } from '../platform/openapi/describe-api';
import { sessionCookieName } from '../platform/sessions';

/** GET /api/openapi.json, made when it is first asked for. Any viewer of such files shows it; we serve none. */
export function serveDescription(app: NestExpressApplication, config: AppConfig): void {
  const description = () => describeApi(app, sessionCookieName(config));
  SwaggerModule.setup('api', app, description, { ui: false, raw: ['json'], jsonDocumentUrl: 'api/openapi.json' });
}
