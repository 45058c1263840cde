import { useState } from 'react';
import { ChipInput } from '../../ui';
import { addTags } from './tags';

interface TagFieldProps {
  label: string;
  noun: 'hashtag' | 'mention';
  prefix: '#' | '@';
  tags: readonly string[];
  draft: string;
  onChange: (tags: string[], draft: string) => void;
  hint?: string;
  problem: string | undefined;
}

/** Hashtags or mentions of the post. */
export function TagField({ label, noun, prefix, tags, draft, onChange, hint, problem }: TagFieldProps) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = () => {
    const added = addTags(tags, draft, noun);
    setRefusal(added.problem);
    onChange(added.tags, added.rest);
  };
  return (
    <ChipInput
      label={label}
      noun={noun}
      prefix={prefix}
      values={tags}
      draft={draft}
      placeholder={`Add a ${noun}`}
      hint={hint}
      error={refusal ?? problem}
      onDraftChange={(next) => {
        setRefusal(null);
        onChange([...tags], next);
      }}
      onAdd={add}
      onRemove={(gone) => {
        setRefusal(null);
        onChange(
          tags.filter((tag) => tag !== gone),
          draft,
        );
      }}
    />
  );
}
