import { Controller, Get, Inject } from '@nestjs/common';
import { type Installation, installationSchema } from '@storyreel/contracts';
import { APP_CONFIG, type AppConfig } from '../platform/config/app-config';
import { purchaseWayOf } from '../platform/config/purchase-way';
import { Answers } from '../platform/openapi/answers.decorator';
import { Public } from '../platform/sessions';
import { PROVIDERS, type Providers } from '../providers/providers.token';

/** What the front end must know of the installation, such as which generators are a sandbox. No secrets. */
@Public()
@Controller('api/config')
export class ConfigController {
  constructor(
    @Inject(PROVIDERS) private readonly providers: Providers,
    @Inject(APP_CONFIG)
    private readonly settings: Pick<AppConfig, 'oidc' | 'stripe' | 'sandboxPurchases'>,
  ) {}

  @Get()
  @Answers(installationSchema)
  config(): Installation {
    const { text, image, video, speech } = this.providers;
    const info = ({ name, label }: { name: string; label: string }) => ({ name, label, sandbox: name === 'sandbox' });
    return {
      purchases: purchaseWayOf(this.settings),
      providers: { text: info(text), image: info(image), video: info(video), speech: info(speech) },
      signIn: this.settings.oidc ? 'provider' : 'password',
    };
  }
}
