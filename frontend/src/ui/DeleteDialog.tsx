import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { logError } from '../platform/log';
import { ConfirmDialog, RESTORABLE } from '.';

export interface DeleteQuestion {
  kind: 'scene' | 'project';
  /** Title of the thing to delete. */
  name: string;
  /**
   * Deletes the thing. The dialog closes when a returned promise resolves, and stays open when it rejects. Closing the
   * dialog earlier does not stop the deletion, so this function must report the result itself.
   */
  onConfirm: () => unknown;
}
interface DeleteDialog {
  ask: (question: DeleteQuestion) => void;
}
const DeleteDialogContext = createContext<DeleteDialog | null>(null);

const TITLES = { scene: 'Delete Scene', project: 'Delete Project' } as const;
const UNTITLED = { scene: 'Untitled scene', project: 'Untitled Project' } as const;

function deleteText({ kind, name }: DeleteQuestion): string {
  const question = `Are you sure you want to delete the ${kind} "${name.trim() || UNTITLED[kind]}"? ${RESTORABLE}`;
  return kind === 'project' ? `${question} This will also delete all scenes in this project.` : question;
}

/** Provides one shared delete confirmation for scenes and projects to all components within it. */
export function DeleteDialogProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<DeleteQuestion | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [confirmed, setConfirmed] = useState<DeleteQuestion | null>(null);
  const newest = useRef<DeleteQuestion | null>(null);
  const asked = useRef<Asked | null>(null);
  const pending = question !== null && confirmed === question;

  const ask = useCallback((next: DeleteQuestion) => {
    asked.current = askedFrom(next.kind, document.activeElement);
    newest.current = next;
    setQuestion(next);
    setOpen(true);
  }, []);
  async function confirm(): Promise<void> {
    if (!question || pending) return;
    setConfirmed(question);
    try {
      await question.onConfirm();
      // The dialog may show another question by now.
      if (newest.current === question) setOpen(false);
    } catch (error) {
      logError(`Deleting a ${question.kind} failed`, error);
    } finally {
      setConfirmed((now) => (now === question ? null : now));
    }
  }
  const dialog = useMemo(() => ({ ask }), [ask]);
  return (
    <DeleteDialogContext value={dialog}>
      {children}
      {question && (
        <ConfirmDialog
          open={isOpen}
          onOpenChange={setOpen}
          title={TITLES[question.kind]}
          body={deleteText(question)}
          confirmLabel="Delete"
          destructive
          pending={pending}
          onConfirm={() => void confirm()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (asked.current) returnFocus(question.kind, asked.current);
          }}
        />
      )}
    </DeleteDialogContext>
  );
}

/** Returns the menu buttons of all things of a kind, which are marked by data-delete-menu. */
const menusOf = (kind: DeleteQuestion['kind']): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[data-delete-menu='${kind}']`),
];

/** The place from which the dialog was opened. */
interface Asked {
  opener: HTMLElement | null;
  /** Index among the menu buttons of the kind; -1 if the dialog was opened from elsewhere. */
  place: number;
  next: HTMLElement | undefined;
  around: HTMLElement | null;
}

function askedFrom(kind: DeleteQuestion['kind'], active: Element | null): Asked {
  const menus = menusOf(kind);
  // While a menu is closing, the focus is inside the menu and not on its button.
  const opener = menus.find((menu) => menu === active || menu.dataset.state === 'open') ?? active;
  if (!(opener instanceof HTMLElement)) return { opener: null, place: -1, next: undefined, around: null };
  const place = menus.indexOf(opener);
  const around = opener.closest<HTMLElement>("[role='tabpanel']");
  return { opener, place, next: place === -1 ? undefined : menus[place + 1], around };
}

/**
 * Returns the focus to the element that opened the dialog. If that was deleted, focuses the next thing, the previous
 * one, or the surroundings.
 */
function returnFocus(kind: DeleteQuestion['kind'], { opener, place, next, around }: Asked): void {
  // The remaining things may have been rerendered, so their buttons are looked up again.
  const menus = place === -1 ? [] : menusOf(kind);
  const places = [opener, next, menus[place], menus.at(-1), around, document.getElementById('main')];
  places.find((element) => element?.isConnected)?.focus();
}

export function useDeleteDialog(): DeleteDialog {
  const dialog = use(DeleteDialogContext);
  if (!dialog) throw new Error('useDeleteDialog needs a DeleteDialogProvider around it');
  return dialog;
}
