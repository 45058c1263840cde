import { createContext, use, useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import { logError } from '../platform/log';
import { ConfirmDialog } from '.';

export interface DeleteQuestion {
  kind: 'scene' | 'project';
  /** The title of what is deleted. */
  name: string;
  /** May return a promise: the dialog closes once it resolves, and stays open when it rejects. */
  onConfirm: () => unknown;
}
interface DeleteDialog {
  ask: (question: DeleteQuestion) => void;
}
const DeleteDialogContext = createContext<DeleteDialog | null>(null);

const TITLES = { scene: 'Delete Scene', project: 'Delete Project' } as const;
const UNTITLED = { scene: 'Untitled scene', project: 'Untitled Project' } as const;

function deleteText({ kind, name }: DeleteQuestion): string {
  const question = `Are you sure you want to delete the ${kind} "${name.trim() || UNTITLED[kind]}"? This action cannot be undone.`;
  return kind === 'project' ? `${question} This will also delete all scenes in this project.` : question;
}

/** The one confirmation for deletions of scenes and projects, asked from anywhere below it. */
export function DeleteDialogProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<DeleteQuestion | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [pending, setPending] = useState(false);
  const opener = useRef<Element | null>(null);

  const ask = useCallback((asked: DeleteQuestion) => {
    opener.current = document.activeElement;
    setQuestion(asked);
    setOpen(true);
  }, []);
  async function confirm(): Promise<void> {
    if (!question || pending) return;
    setPending(true);
    try {
      await question.onConfirm();
      setOpen(false);
    } catch (error) {
      logError(`Deleting a ${question.kind} failed`, error);
    } finally {
      setPending(false);
    }
  }
  const dialog = useMemo(() => ({ ask }), [ask]);
  return (
    <DeleteDialogContext value={dialog}>
      {children}
      {question && (
        <ConfirmDialog
          open={isOpen}
          onOpenChange={(open) => {
            if (!pending) setOpen(open);
          }}
          title={TITLES[question.kind]}
          body={deleteText(question)}
          confirmLabel="Delete"
          destructive
          pending={pending}
          onConfirm={() => void confirm()}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus(opener.current);
          }}
        />
      )}
    </DeleteDialogContext>
  );
}

/** What opened the dialog is often a menu that is gone, or part of what was deleted: then the page gets the focus. */
function returnFocus(opener: Element | null): void {
  const target = opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById('main');
  target?.focus();
}

export function useDeleteDialog(): DeleteDialog {
  const dialog = use(DeleteDialogContext);
  if (!dialog) throw new Error('useDeleteDialog needs a DeleteDialogProvider around it');
  return dialog;
}
