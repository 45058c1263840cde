import { characterLines, LIMITS } from '@storyreel/contracts';
import type { Project } from '@storyreel/contracts';
import { Check, Copy, WandSparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, tellFailure, toast } from '../../../ui';
import { AutosavedTextArea } from '../../../ui/AutosavedField';
import { useProjectAutosave } from '../../projects/useProjectAutosave';
import { useStyles } from '../../styles/api';

/** Builds a prompt for an image of all characters; null when the text names no character. */
export function midjourneyPrompt(characters: string, styleAttributes: string | null): string | null {
  const cast = characterLines(characters);
  if (cast.length === 0) return null;
  const people = cast.map(({ name, traits }) => `${name}, ${traits.join(', ')}`).join('; ');
  const look = styleAttributes?.trim() ? `, ${styleAttributes.trim()}` : '';
  return `Full body character portrait of ${people}${look}, plain background, even light --ar 9:16`;
}

/** Milliseconds for which the button shows 'Copied!'. */
const COPIED_MS = 2000;

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
    if (characters.trim() === '') return tellFailure('No Characters Available', 'Describe your characters first.');
    const look = styles.find(({ id }) => id === project.selectedStyle)?.attributes ?? null;
    const generated = midjourneyPrompt(characters, look);
    if (generated === null)
      return tellFailure('No Character Details Found', "Write each character as 'Name: trait, trait'.");
    const before = prompt.value;
    prompt.setValue(generated);
    if (!(await prompt.flush())) return tellFailure('Generation Failed', "Couldn't save the prompt. Please try again.");
    const isReplaced = before.trim() !== '' && before !== generated;
    toast({ title: 'Prompt Generated', undo: isReplaced ? () => prompt.setValue(before) : undefined });
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(prompt.value);
    } catch {
      // Browsers refuse clipboard access over plain HTTP and without permission.
      return tellFailure('Copy failed', 'Select the prompt and copy it manually.');
    }
    setCopied(true);
    toast({ title: 'Copied!', description: 'Midjourney prompt copied to clipboard' });
  }

  const actions = (
    <>
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
    </>
  );
  return (
    <AutosavedTextArea
      label="Midjourney Prompt"
      rows={5}
      field={prompt}
      maxLength={LIMITS.continuity}
      actions={actions}
    />
  );
}
