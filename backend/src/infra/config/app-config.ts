import type { Installation, Role } from '@storyreel/contracts';
import { Client } from 'pg';
import { z } from 'zod';
import { readTrustedProxies } from '../http/trusted-proxies';
import type { TrustedProxies } from '../http/trusted-proxies';
import { ConfigError, readSocial, readStripe } from './integration-settings';
import type { SocialSettings, StripeSettings } from './integration-settings';
import { PASSWORD_COST, readLedgerKey, readTokenKeys } from './key-settings';
import type { PasswordCost, TokenKeys } from './key-settings';
import { providerEnvironment, readProviders } from './provider-settings';
import type { ChosenProviders, ProviderKeys } from './provider-settings';

export const APP_CONFIG = Symbol('AppConfig');

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1');
const optional = <T extends z.ZodType>(schema: T) => schema.optional();

const NO_EMAILS: readonly string[] = [];
const emails = z
  .string()
  .transform((value) => value.split(',').map((email) => email.trim().toLowerCase()))
  .pipe(z.array(z.email('must be e-mail addresses with commas between')));

/** The driver's own parser is the only reliable check of a connection string. */
function isConnectionString(connectionString: string): boolean {
  try {
    return new Client({ connectionString }) instanceof Client;
  } catch {
    return false;
  }
}

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' });

/** Checks that a URL has nothing after host and port: a path would be dropped from all addresses built on it. */
const isOrigin = (address: string): boolean => {
  const { pathname, search, hash, username, password } = new URL(address);
  return pathname === '/' && search + hash + username + password === '';
};

const keyList = z.string().transform((value, context) => {
  const keys = readTokenKeys(value);
  if (keys === null) context.addIssue('must be id:key pairs with commas between, each key 32 bytes in base64');
  return keys ?? [];
});

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  STORYREEL_HOME: z.string().min(1),
  PUBLIC_URL: optional(webAddress.refine(isOrigin, 'must be an address without a path: the server has one of its own')),
  DATABASE_URL: optional(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
      .refine(
        isConnectionString,
        'is not a valid address: leave the password out and set PGPASSWORD, or percent-encode it',
      ),
  ),
  EVENTSTORE_URL: optional(z.string().regex(/^esdb(\+discover)?:\/\//, 'must be an esdb:// address')),
  ...providerEnvironment,
  YOUTUBE_CLIENT_ID: optional(z.string()),
  YOUTUBE_CLIENT_SECRET: optional(z.string()),
  YOUTUBE_BASE_URL: optional(webAddress),
  INSTAGRAM_CLIENT_ID: optional(z.string()),
  INSTAGRAM_CLIENT_SECRET: optional(z.string()),
  INSTAGRAM_BASE_URL: optional(webAddress),
  TIKTOK_CLIENT_ID: optional(z.string()),
  TIKTOK_CLIENT_SECRET: optional(z.string()),
  TIKTOK_BASE_URL: optional(webAddress),
  TIKTOK_AUDITED: optional(flag),
  SOCIAL_VIEWS: optional(flag),
  SOCIAL_TOKEN_KEYS: optional(keyList),
  ACCOUNT_KEYS: optional(keyList),
  OIDC_ISSUER: optional(webAddress),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  SMTP_URL: optional(z.string().regex(/^smtps?:\/\/[^/]/, 'must be an smtp:// or smtps:// address')),
  MAIL_FROM: optional(z.email('must be an e-mail address')),
  STRIPE_SECRET_KEY: optional(z.string()),
  STRIPE_WEBHOOK_SECRET: optional(z.string()),
  STRIPE_BASE_URL: optional(webAddress),
  S3_BUCKET: optional(z.string()),
  S3_REGION: optional(z.string()),
  S3_ENDPOINT: optional(webAddress),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  LEDGER_SIGNING_KEY: optional(
    z.string().refine((key) => readLedgerKey(key) !== null, 'must be an Ed25519 key, as PKCS #8 in PEM or base64'),
  ),
  LEDGER_PUBLIC_KEYS: optional(z.string().transform((keys) => keys.split(',').map((key) => key.trim()))),
  SESSION_SECRET: optional(z.string().min(32, 'must have at least 32 characters')),
  IMAGE_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(3),
  VIDEO_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(2),
  NODE_DEATHS: z.coerce.number().int().min(1).max(1_000).default(3),
  SANDBOX_DELAY_MS: optional(z.coerce.number().int().min(0)),
  SANDBOX_PURCHASES: optional(flag),
  REFUND_APPROVAL_ZAPS: z.coerce.number().min(0).max(1_000_000).default(100),
  AUTH_ATTEMPTS_PER_MINUTE: z.coerce.number().int().min(1).default(20),
  STOP_DELAY_SECONDS: z.coerce.number().min(0).max(300).default(0),
  TRUSTED_PROXIES: optional(
    z.string().transform((value, context) => {
      const proxies = readTrustedProxies(value);
      if (proxies === null) context.addIssue('must be the number of proxies, or their addresses with commas between');
      return proxies ?? 0;
    }),
  ),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  UPLOAD_QUOTA_MB: z.coerce.number().int().min(1).default(5_120),
  FINANCE_EMAILS: optional(emails),
  DEVELOPER_EMAILS: optional(emails),
  RUN_RECORDINGS_DAYS: z.coerce.number().int().min(0).max(3_650).default(90),
  DROPPED_IMAGES_DAYS: z.coerce.number().int().min(0).max(3_650).default(0),
  FINISHED_JOBS_DAYS: z.coerce.number().int().min(0).max(3_650).default(0),
  LOG_LINES_DAYS: z.coerce.number().int().min(0).max(365).default(7),
  LOG_LINES_MB: z.coerce.number().int().min(1).max(10_240).default(64),
  FFMPEG_PATH: optional(z.string()),
  ESPEAK_PATH: optional(z.string()),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: optional(z.string()),
});

export interface AppConfig {
  port: number;
  /** Data directory. */
  home: string;
  /** Address that browsers use, unless it is http://localhost:port. */
  publicUrl?: string;
  databaseUrl?: string;
  eventStoreUrl?: string;
  openai?: ProviderKeys['openai'];
  elevenLabs?: ProviderKeys['elevenLabs'];
  replicate?: ProviderKeys['replicate'];
  /** Settings passed on unparsed to the integration folder of their service, which parses them. */
  plain?: ProviderKeys['plain'];
  /**
   * Providers of texts, images, clips and speech that the operator chose by name; for the others, the API keys present
   * decide.
   */
  chosenProviders?: ChosenProviders;
  /** Platforms that posts are published on; missing ones use the sandbox. */
  social?: SocialSettings;
  /** Payment provider for zaps. */
  stripe?: StripeSettings;
  oidc?: { issuer: string; clientId: string; clientSecret?: string };
  /** SMTP server for outgoing mail, and the sender's address; without it, operators hand links to users themselves. */
  mail?: { url: string; from: string };
  s3?: { bucket: string; region: string; endpoint?: string; accessKeyId?: string; secretAccessKey?: string };
  /** Signs session cookies and upload addresses. */
  sessionSecret: string;
  /**
   * Keys that wrap the accounts' keys, with which events are encrypted; without them, a key derived from the session
   * secret is used.
   */
  accountKeys?: TokenKeys;
  /**
   * Signs the heads of the wallets' chains: an Ed25519 key, PKCS #8. Without a setting, a key is generated and kept in
   * the data directory.
   */
  ledgerSigningKey?: string;
  /** Public keys of retired signing keys, to verify older heads; SPKI in base64. */
  ledgerPublicKeys?: string[];
  production: boolean;
  /** True when zap packages are available without a payment provider. */
  sandboxPurchases: boolean;
  /** Maximum zaps of one charge that a member of finance may refund without a colleague's approval. */
  refundApprovalZaps: number;
  /** Concurrent image generations and clips across the installation. */
  imageConcurrency: number;
  videoConcurrency: number;
  /** A job for an image, a clip, a sound or a film is given up after this many nodes have died while running it. */
  nodeDeaths: number;
  sandboxDelayMs?: number;
  /** Only for tests: see SandboxOptions.sketches. */
  sandboxSketches?: boolean;
  /** Failed sign-ins and registrations allowed before a wait begins; counted by client and by account. */
  authAttemptsPerMinute: number;
  /** Cost parameters for hashing passwords. */
  passwordCost: PasswordCost;
  /** Token that opens /api/metrics to other machines; without one, only this machine may read it. */
  metricsToken?: string;
  /** Per-user quota for uploads, in bytes. */
  uploadQuotaBytes: number;
  /** Lower-case e-mail addresses of the accounts that have each role. */
  roleEmails: Record<Role, readonly string[]>;
  /** Retention of recorded provider calls; 0 records none. */
  runRecordingsDays: number;
  /** Retention of images that were removed from a scene and are not used elsewhere; 0 keeps them. */
  droppedImagesDays: number;
  /** Retention of rows of finished jobs in their views; 0 keeps them. */
  finishedJobsDays: number;
  /** Retention of requests' log lines for the runs screen; 0 keeps none. */
  logLinesDays: number;
  logLinesMb: number;
  ffmpegPath?: string;
  espeakPath?: string;
  logLevel: string;
  /** Proxies that are trusted to state the visitor's address and scheme. */
  trustedProxies?: TrustedProxies;
  /** Milliseconds for which a stopping node still serves, reported as not ready, before it refuses connections. */
  stopDelayMs: number;
}

export { ConfigError };

/** Names of all settings. */
export const SETTINGS: readonly string[] = Object.keys(environmentSchema.shape);

/** An empty setting counts as absent: that is how a line of a .env file, or of a compose file, is switched off. */
const withoutEmpty = (environment: Record<string, string | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

/**
 * @param secretOf returns the secret kept in a data directory, used when SESSION_SECRET is absent
 * @throws ConfigError that names every wrong setting
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  defaultHome: string,
  secretOf: (home: string) => string,
): AppConfig {
  const parsed = environmentSchema.safeParse({
    ...withoutEmpty(environment),
    STORYREEL_HOME: environment.STORYREEL_HOME || defaultHome,
  });
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings are invalid:\n${lines.join('\n')}`);
  }
  const e = parsed.data;
  const production = e.NODE_ENV === 'production';
  if (e.OIDC_ISSUER && !e.OIDC_CLIENT_ID) throw new ConfigError('OIDC_ISSUER is set, OIDC_CLIENT_ID is missing.');
  if (e.SMTP_URL && !e.MAIL_FROM) throw new ConfigError('SMTP_URL is set, MAIL_FROM is missing.');
  return {
    port: e.PORT,
    home: e.STORYREEL_HOME,
    publicUrl: e.PUBLIC_URL,
    databaseUrl: e.DATABASE_URL,
    eventStoreUrl: e.EVENTSTORE_URL,
    ...readProviders(e),
    social: readSocial(e),
    stripe: readStripe(e),
    oidc:
      e.OIDC_ISSUER && e.OIDC_CLIENT_ID
        ? { issuer: e.OIDC_ISSUER, clientId: e.OIDC_CLIENT_ID, clientSecret: e.OIDC_CLIENT_SECRET }
        : undefined,
    mail: e.SMTP_URL && e.MAIL_FROM ? { url: e.SMTP_URL, from: e.MAIL_FROM } : undefined,
    s3: e.S3_BUCKET
      ? {
          bucket: e.S3_BUCKET,
          region: e.S3_REGION ?? 'us-east-1',
          endpoint: e.S3_ENDPOINT,
          accessKeyId: e.S3_ACCESS_KEY_ID,
          secretAccessKey: e.S3_SECRET_ACCESS_KEY,
        }
      : undefined,
    sessionSecret: e.SESSION_SECRET ?? secretOf(e.STORYREEL_HOME),
    accountKeys: e.ACCOUNT_KEYS,
    ledgerSigningKey: e.LEDGER_SIGNING_KEY,
    ledgerPublicKeys: e.LEDGER_PUBLIC_KEYS,
    production,
    sandboxPurchases: e.SANDBOX_PURCHASES ?? !production,
    refundApprovalZaps: e.REFUND_APPROVAL_ZAPS,
    imageConcurrency: e.IMAGE_CONCURRENCY,
    videoConcurrency: e.VIDEO_CONCURRENCY,
    nodeDeaths: e.NODE_DEATHS,
    sandboxDelayMs: e.SANDBOX_DELAY_MS,
    authAttemptsPerMinute: e.AUTH_ATTEMPTS_PER_MINUTE,
    passwordCost: PASSWORD_COST,
    metricsToken: e.METRICS_TOKEN,
    uploadQuotaBytes: e.UPLOAD_QUOTA_MB * 1_048_576,
    roleEmails: { finance: e.FINANCE_EMAILS ?? NO_EMAILS, developer: e.DEVELOPER_EMAILS ?? NO_EMAILS },
    runRecordingsDays: e.RUN_RECORDINGS_DAYS,
    droppedImagesDays: e.DROPPED_IMAGES_DAYS,
    finishedJobsDays: e.FINISHED_JOBS_DAYS,
    logLinesDays: e.LOG_LINES_DAYS,
    logLinesMb: e.LOG_LINES_MB,
    ffmpegPath: e.FFMPEG_PATH,
    espeakPath: e.ESPEAK_PATH,
    logLevel: e.LOG_LEVEL,
    trustedProxies: e.TRUSTED_PROXIES,
    stopDelayMs: e.STOP_DELAY_SECONDS * 1_000,
  };
}

/** Returns the address at which browsers reach the installation, without a path. */
export const originOf = ({ publicUrl, port }: Pick<AppConfig, 'publicUrl' | 'port'>): string =>
  publicUrl ?? `http://localhost:${port}`;

/** With a payment provider the sandbox is off, since it would give the same zaps away for free. */
export const purchaseWayOf = ({
  stripe,
  sandboxPurchases,
}: Pick<AppConfig, 'stripe' | 'sandboxPurchases'>): Installation['purchases'] =>
  stripe ? 'stripe' : sandboxPurchases ? 'sandbox' : 'none';
