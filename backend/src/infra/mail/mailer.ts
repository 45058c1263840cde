import { Inject, Injectable, Logger } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { TemporaryDomainError } from '../../lib/domain-error';
import { toError } from '../../lib/errors';
import { APP_CONFIG, type AppConfig } from '../config/app-config';

/** A mail of plain text to one address. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Timeouts for connecting, for the server's greeting and for an idle socket; the library's defaults are up to ten
 * minutes.
 */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
const RETRY_AFTER_SECONDS = 60;

/** Sends mails through the installation's SMTP server. */
@Injectable()
export class Mailer {
  private readonly logger = new Logger(Mailer.name);
  private readonly transport: Transporter | null;

  constructor(@Inject(APP_CONFIG) config: Pick<AppConfig, 'mail'>) {
    const { mail } = config;
    this.transport = mail
      ? createTransport(
          { url: mail.url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true },
          { from: mail.from },
        )
      : null;
  }

  get isSet(): boolean {
    return this.transport !== null;
  }

  /** @throws TemporaryDomainError when the server did not accept the mail; the server's reason is in the log */
  async send(mail: Mail): Promise<void> {
    try {
      if (!this.transport) throw new Error('SMTP_URL is not set.');
      // An address given as an object is one address, whatever characters it contains.
      await this.transport.sendMail({ ...mail, to: { name: '', address: mail.to } });
    } catch (error) {
      this.logger.error(`A mail could not be sent: ${mail.subject}. ${toError(error).message}`);
      throw new TemporaryDomainError(
        'unavailable',
        "The mail couldn't be sent. Please try again later.",
        RETRY_AFTER_SECONDS,
      );
    }
  }

  /** Sends a mail without making the caller wait; a failure is only logged. */
  sendLater(mail: Mail): void {
    // `send` has logged the failure.
    this.send(mail).catch(() => undefined);
  }
}
