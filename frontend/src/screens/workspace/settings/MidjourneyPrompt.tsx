import styled from '@emotion/styled';
import { LIMITS, type Project } from '@storyreel/contracts';
import { Check, Copy, WandSparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useProjectAutosave } from '../../../domains/projects/useProjectAutosave';
import { GrowingTextarea } from '../../../ui/GrowingTextarea';
import { ReplacedTexts } from '../../../ui/ReplacedTexts';
import { SaveState } from '../../../ui/SaveState';
import { useStyles } from '../../../domains/styles/queries';
import { Button, characters, Field, lengthNote, space, toast } from '../../../ui';
import { midjourneyPrompt } from './midjourney-prompt';

const Actions = styled.div`
  display: flex;
  gap: ${space(2)};
  margin-top: ${space(2)};
`;
const LIMIT = characters(LIMITS.continuity);
/** Milliseconds that the button says 'Copied!'. */
const COPIED_MS = 2000;

const fail = (title: string, description: string): void => void toast({ title, description, variant: 'destructive' });

export function MidjourneyPrompt({ project }: { project: Project }) {
  const characters = useProjectAutosave(project, 'characters').value;
  const prompt = useProjectAutosave(project, 'midjourneyPrompt');
  const { data: styles = [] } = useStyles();
  const [isCopied, setCopied] = useState(false);

  useEffect(() => {
    if (!isCopied) return;
    const reset = window.setTimeout(() => setCopied(false), COPIED_MS);
    return () => window.clearTimeout(reset);
  }, [isCopied]);

  async function generate(): Promise<void> {
    if (characters.trim() === '') return fail('No Characters Available', 'Describe your characters first.');
    const look = styles.find(({ id }) => id === project.selectedStyle)?.attributes ?? null;
    const generated = midjourneyPrompt(characters, look);
    if (generated === null) return fail('No Character Details Found', "Write each character as 'Name: trait, trait'.");
    const before = prompt.value;
    prompt.setValue(generated);
    if (!(await prompt.flush())) return fail('Generation Failed', 'The prompt could not be saved. Please try again.');
    const undo = { label: 'Undo', onClick: () => prompt.setValue(before) };
    toast({ title: 'Prompt Generated', ...(before.trim() !== '' && before !== generated && { action: undo }) });
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(prompt.value);
    } catch {
      // Browsers refuse the clipboard on plain http and without permission.
      return fail('Copy failed', 'Select the prompt and copy it by hand.');
    }
    setCopied(true);
    toast({ title: 'Copied!', description: 'Midjourney prompt copied to clipboard' });
  }

  return (
    <div>
      <Field label="Midjourney Prompt" {...lengthNote(prompt.value, LIMIT)} aside={<SaveState {...prompt} />}>
        {(ids) => (
          <GrowingTextarea
            {...ids}
            rows={5}
            value={prompt.value}
            onChange={(event) => prompt.setValue(event.target.value)}
          />
        )}
      </Field>
      <ReplacedTexts field={prompt} />
      <Actions>
        <Button
          size="small"
          icon={<WandSparkles size={16} aria-hidden />}
          disabled={characters === ''}
          onClick={() => void generate()}
        >
          Generate
        </Button>
        <Button
          size="small"
          icon={isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          disabled={prompt.value === ''}
          onClick={() => void copy()}
        >
          {isCopied ? 'Copied!' : 'Copy'}
        </Button>
      </Actions>
    </div>
  );
}
