import type { sendUnaryData } from '@grpc/grpc-js';
import { ClusterInfo, EndPoint, MemberInfo } from '@eventstore/db-client/generated/gossip_pb';
import { UUID } from '@eventstore/db-client/generated/shared_pb';

/** Answers a discovery as the only node of a cluster does, its leader. */
export const gossipOf =
  (port: () => number) =>
  (_call: unknown, done: sendUnaryData<ClusterInfo>): void => {
    const member = new MemberInfo()
      .setInstanceId(new UUID().setString('00000000-0000-0000-0000-000000000001'))
      .setState(MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new EndPoint().setAddress('127.0.0.1').setPort(port()));
    done(null, new ClusterInfo().setMembersList([member]));
  };
