/** As fields of bodies, headers and queries call them. Counts, such as inputTokens, are none; neither is idempotencyKey. */
const SECRET_NAME =
  /^((proxy-)?authorization|(set-)?cookie|sig|.*signature|pwd|.*passw(or)?ds?|passphrase|jwt|.*credentials?|.*secrets?|.*token|.*(api|access|secret|private|signing|session|encryption)[-_]?keys?)$/i;
/** Of our own settings each key is one. */
const SECRET_SETTING = /keys?$/i;

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name);

/** The values of all settings that are called like secrets, so that those of a new provider are known with its settings. */
export function secretsOf(settings: unknown, isSecret = false): string[] {
  if (typeof settings === 'string') return isSecret ? [settings] : [];
  if (settings instanceof Uint8Array) return isSecret ? [Buffer.from(settings).toString('base64')] : [];
  if (Array.isArray(settings)) return settings.flatMap((one) => secretsOf(one, isSecret));
  if (!isRecord(settings)) return [];
  return Object.entries(settings).flatMap(([name, value]) =>
    secretsOf(value, isSecretName(name) || SECRET_SETTING.test(name)),
  );
}

/** What is made of a class, such as a store among the settings, holds none of them. */
function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
