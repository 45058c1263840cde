import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { mobile, Moment as ShortMoment, space, tokens } from '../../ui';
import { Table, TableFrame } from '../../ui/DataTable';

/** Shows an instant to the second. */
export function Moment({ at }: { at: string }) {
  return <ShortMoment at={at} exact />;
}

export const Facts = styled.dl`
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  gap: ${space(2)} ${space(5)};
  margin: 0;
  & dt {
    color: ${tokens.text2};
  }
  & dd {
    margin: 0;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(0.5)};
    & dd {
      margin-bottom: ${space(2)};
    }
  }
`;
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

const Cells = styled(Table)`
  /* A hash has no place to break, so it may break anywhere. */
  & del,
  & ins {
    overflow-wrap: anywhere;
  }
`;
/** A table whose cells may contain several facts; it scrolls sideways if it does not fit. */
export function RunTable({ label, heads, children }: { label: string; heads: readonly string[]; children: ReactNode }) {
  return (
    <TableFrame role="region" aria-label={label} tabIndex={0}>
      <Cells aria-label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </Cells>
    </TableFrame>
  );
}

const Code = styled.pre`
  max-height: 360px;
  margin: 0;
  padding: ${space(3)};
  overflow: auto;
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  font-size: ${tokens.caption};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
export function Json({ label, value }: { label: string; value: unknown }) {
  return (
    <Code aria-label={label} role="region" tabIndex={0}>
      {typeof value === 'string' ? value : (JSON.stringify(value, null, 2) ?? '–')}
    </Code>
  );
}

/** An expandable section. */
export const Unfold = styled.details`
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  & > summary {
    min-height: 32px;
    cursor: pointer;
    overflow-wrap: anywhere;
    line-height: 32px;
  }
  &[open] > summary {
    margin-bottom: ${space(2)};
  }
`;
export const Quiet = styled.span`
  color: ${tokens.text2};
`;
export const Quote = styled.p`
  margin: 0;
  padding: ${space(3)};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
