import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { BehaviorSubject, filter, firstValueFrom, map } from 'rxjs';
import { SMTPServer } from 'smtp-server';

/** A received mail: its recipients, and the message with its soft line breaks joined. */
export interface ReceivedMail {
  to: string[];
  message: string;
}

/** A mail server on this machine that keeps the mails it receives. */
export class MailServer {
  private readonly mails = new BehaviorSubject<ReceivedMail[]>([]);
  /** True to refuse all recipients. */
  refuses = false;

  private readonly server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) => done(this.refuses ? new Error('No such mailbox') : null),
    onData: (stream, session, done) => {
      text(stream).then((message) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        this.mails.next([...this.mails.value, { to, message: message.replace(/=\r\n/g, '').replace(/=3D/g, '=') }]);
        done();
      }, done);
    },
  });

  /** Starts the server. Returns its address for SMTP_URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  /** Waits for the first mail to an address. */
  mailTo(address: string): Promise<ReceivedMail> {
    const first = map((mails: ReceivedMail[]) => mails.find(({ to }) => to.includes(address)));
    return firstValueFrom(
      this.mails.pipe(
        first,
        filter((mail) => mail !== undefined),
      ),
    );
  }

  addresses(): string[] {
    return this.mails.value.flatMap(({ to }) => to);
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.server.close(resolve));
  }
}
