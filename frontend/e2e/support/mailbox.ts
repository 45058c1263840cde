import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { expect } from './test';

/** Receives the mail of a server under test. */
export class Mailbox {
  private readonly messages = new Map<string, string>();
  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      text(stream).then((message) => {
        // Long lines are broken in transport.
        const whole = message.replace(/=\r\n/g, '').replace(/=3D/g, '=');
        for (const { address } of session.envelope.rcptTo) this.messages.set(address, whole);
        done();
      }, done);
    },
  });

  /** @returns the settings of a server that sends its mail to this mailbox */
  async start(): Promise<Record<string, string>> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    const { port } = this.server.server.address() as AddressInfo;
    return { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'storyreel@example.com' };
  }

  /** Waits for a mail to the address, and returns the link in it. */
  async linkTo(address: string): Promise<string> {
    const link = () => /http:\/\/\S+/.exec(this.messages.get(address) ?? '')?.[0];
    await expect.poll(link, `a mail to ${address} with a link`).toBeTruthy();
    return link() ?? '';
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}
