import styled from '@emotion/styled';
import { space, tokens } from '../../ui';

const PRICES = [
  { amount: '10 cents', unit: 'per image' },
  { amount: '50 cents', unit: 'per video' },
  { amount: '5 cents', unit: 'per content analysis' },
] as const;

const Section = styled.section`
  max-width: 1200px;
  margin: 0 auto;
  padding: ${space(16)} ${tokens.gutter};
  & > h2 {
    font-size: ${tokens.heading1};
    letter-spacing: -0.025em;
  }
  & > p {
    margin-top: ${space(2)};
    color: ${tokens.text2};
  }
`;
const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
  gap: ${space(4)};
  margin-top: ${space(8)};
`;
const Price = styled.li`
  padding: ${space(6)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  & b {
    display: block;
    font-size: ${tokens.heading1};
    font-weight: 650;
    letter-spacing: -0.025em;
    font-variant-numeric: tabular-nums;
  }
  & span {
    color: ${tokens.text2};
  }
`;

export function Prices() {
  return (
    <Section aria-labelledby="prices">
      <h2 id="prices">Pay as you use</h2>
      <p>No subscription. You see the price of every action before you take it.</p>
      <List>
        {PRICES.map(({ amount, unit }) => (
          <Price key={unit}>
            <b>{amount}</b> <span>{unit}</span>
          </Price>
        ))}
      </List>
    </Section>
  );
}
