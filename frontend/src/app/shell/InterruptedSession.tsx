import type { User } from '@storyreel/contracts';
import { useEffect, useState } from 'react';
import { SessionNotice } from './SessionNotice';
import { SignInAgain } from './SignInAgain';

/** Kinds of input that take no text. */
const PRESSED = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit']);

function takesText(element: Element | null): boolean {
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  if (element instanceof HTMLInputElement) return !element.readOnly && !PRESSED.has(element.type);
  return element instanceof HTMLElement && element.isContentEditable;
}
const isWriting = (): boolean => takesText(document.activeElement);

/**
 * The session has ended while somebody works. A dialog asks for the password at once, unless the caret stands in a
 * text: its next key is meant for that text and not for a password field. Then a notice says so, and the dialog comes
 * as soon as the text is left or the notice is pressed.
 */
export function InterruptedSession({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(() => !isWriting());
  useEffect(() => {
    if (isAsking) return;
    // At the end of a click or a key, so that what leaves the text is still done.
    const askUnlessWriting = () => {
      if (!isWriting()) setAsking(true);
    };
    document.addEventListener('click', askUnlessWriting);
    document.addEventListener('keyup', askUnlessWriting);
    return () => {
      document.removeEventListener('click', askUnlessWriting);
      document.removeEventListener('keyup', askUnlessWriting);
    };
  }, [isAsking]);
  return isAsking ? <SignInAgain user={user} /> : <SessionNotice onSignIn={() => setAsking(true)} />;
}
