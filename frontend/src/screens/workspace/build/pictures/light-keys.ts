import { useEffect, useEffectEvent } from 'react';

/** What a key means on the light table and in its large view. */
export type LightKey =
  | { kind: 'choose'; at: number }
  | { kind: 'scene'; by: 1 | -1 }
  | { kind: 'picture'; by: 1 | -1 }
  | { kind: 'enlarge' };

const KEYS: Partial<Record<string, LightKey>> = {
  j: { kind: 'scene', by: 1 },
  ArrowDown: { kind: 'scene', by: 1 },
  k: { kind: 'scene', by: -1 },
  ArrowUp: { kind: 'scene', by: -1 },
  ArrowRight: { kind: 'picture', by: 1 },
  ArrowLeft: { kind: 'picture', by: -1 },
  ' ': { kind: 'enlarge' },
};

/** By its place on the keyboard: on some, the row of digits gives other signs. */
const DIGIT = /^(?:Digit|Numpad)([1-9])$/;

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export function lightKeyOf({ key, code, ctrlKey, metaKey, altKey }: Pressed): LightKey | null {
  if (ctrlKey || metaKey || altKey) return null;
  const digit = DIGIT.exec(code)?.[1];
  if (digit) return { kind: 'choose', at: Number(digit) - 1 };
  return KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** Hands on the keys that are pressed where `isMeant` says so. */
export function useLightKeys(isMeant: (target: Element) => boolean, onKey: (key: LightKey) => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !(event.target instanceof Element) || !isMeant(event.target)) return;
    const key = lightKeyOf(event);
    if (!key) return;
    event.preventDefault();
    onKey(key);
  });
  useEffect(() => {
    let held: string | null = null;
    const press = (event: KeyboardEvent): void => {
      onKeyDown(event);
      held = event.defaultPrevented ? event.key : null;
    };
    // Some browsers press a button when Space is let go, whatever became of the key before.
    const release = (event: KeyboardEvent): void => {
      if (held === ' ' && event.key === ' ') event.preventDefault();
      held = null;
    };
    window.addEventListener('keydown', press);
    window.addEventListener('keyup', release);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('keyup', release);
    };
  }, []);
}
