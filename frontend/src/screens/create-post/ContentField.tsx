import styled from '@emotion/styled';
import type { SocialPlatform } from '@storyreel/contracts';
import { Field, Textarea, tokens } from '../../ui';
import { contentLength } from './post-form';

const TOO_LONG = 'Content exceeds character limit for selected platforms. Please shorten your message.';
const Counter = styled.span`
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  &[data-exceeded='true'] {
    color: ${tokens.danger};
    font-weight: 600;
  }
`;

interface ContentFieldProps {
  content: string;
  onChange: (content: string) => void;
  platforms: readonly SocialPlatform[];
  problem: string | undefined;
}

/** The post's words, counted against what the strictest of the chosen platforms takes. */
export function ContentField({ content, onChange, platforms, problem }: ContentFieldProps) {
  const { length, limit, isTooLong } = contentLength(content, platforms);
  const counter = (
    <Counter data-exceeded={isTooLong} title="Characters, and how many fit all selected platforms">
      {length}/{limit}
    </Counter>
  );
  return (
    <Field label="Content" aside={counter} error={isTooLong ? TOO_LONG : problem}>
      {(ids) => (
        <Textarea
          {...ids}
          rows={7}
          value={content}
          placeholder="What do you want to share?"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
