import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

const HOUR = 60 * 60 * 1_000;

/**
 * Deletes unneeded files or rows at start and every hour, and logs how many. A failure is logged and retried an hour
 * later.
 */
export abstract class HourlySweep implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private timer: NodeJS.Timeout | null = null;
  private sweeping: Promise<void> = Promise.resolve();

  /** Kind of files or rows deleted, for the log. */
  protected abstract readonly what: string;

  /** Returns how many were deleted. */
  abstract sweep(): Promise<number>;

  onApplicationBootstrap(): void {
    const sweep = () => {
      this.sweeping = this.sweep().then(
        (count) => {
          if (count > 0) this.logger.log(`${this.what}: ${count} deleted`);
        },
        (error: unknown) => this.logger.error(error, `${this.what} could not be deleted`),
      );
    };
    this.timer = setInterval(sweep, HOUR);
    this.timer.unref();
    sweep();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.sweeping;
  }
}
