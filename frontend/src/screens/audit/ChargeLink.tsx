import styled from '@emotion/styled';
import { Link } from '@tanstack/react-router';
import { tokens } from '../../ui';
import { useAuditAddress } from './useAuditAddress';

const Words = styled(Link)`
  font-weight: 550;
  text-decoration-color: ${tokens.lineStrong};
  text-underline-offset: 3px;
` as typeof Link;

/** Opens a charge over what is shown. */
export function ChargeLink({ holdId, children }: { holdId: string; children: string }) {
  const { search } = useAuditAddress();
  return (
    <Words to="/audit" search={{ ...search, charge: holdId }} resetScroll={false}>
      {children}
    </Words>
  );
}
