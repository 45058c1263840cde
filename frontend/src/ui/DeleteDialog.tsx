import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { logError } from '../platform/log';
import { ConfirmDialog, RESTORABLE } from '.';

export interface DeleteQuestion {
  kind: 'scene' | 'project';
  /** The title of what is deleted. */
  name: string;
  /**
   * May return a promise: the dialog closes once it resolves, and stays open when it rejects. Whoever closes it before
   * that stops nothing, so it has to tell by itself how it went.
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

/** The one confirmation for deletions of scenes and projects, asked from anywhere below it. */
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
      // Another one may stand in its place by now.
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

/** The menus of all things of a kind; each says of what kind its thing is. */
const menusOf = (kind: DeleteQuestion['kind']): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[data-delete-menu='${kind}']`),
];

/** Where the question came from. */
interface Asked {
  opener: HTMLElement | null;
  /** Among the menus of its kind; -1 when it is none of them. */
  place: number;
  next: HTMLElement | undefined;
  around: HTMLElement | null;
}

function askedFrom(kind: DeleteQuestion['kind'], active: Element | null): Asked {
  const menus = menusOf(kind);
  // A menu that is about to close has the focus in itself, not in the button that it belongs to.
  const opener = menus.find((menu) => menu === active || menu.dataset.state === 'open') ?? active;
  if (!(opener instanceof HTMLElement)) return { opener: null, place: -1, next: undefined, around: null };
  const place = menus.indexOf(opener);
  const around = opener.closest<HTMLElement>("[role='tabpanel']");
  return { opener, place, next: place === -1 ? undefined : menus[place + 1], around };
}

/** To what opened the dialog, or when that went with what was deleted: the next thing, the one before, what is around. */
function returnFocus(kind: DeleteQuestion['kind'], { opener, place, next, around }: Asked): void {
  // Things that move up may have been made anew where they stand now.
  const menus = place === -1 ? [] : menusOf(kind);
  const places = [opener, next, menus[place], menus.at(-1), around, document.getElementById('main')];
  places.find((element) => element?.isConnected)?.focus();
}

export function useDeleteDialog(): DeleteDialog {
  const dialog = use(DeleteDialogContext);
  if (!dialog) throw new Error('useDeleteDialog needs a DeleteDialogProvider around it');
  return dialog;
}
