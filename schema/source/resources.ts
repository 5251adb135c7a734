/** Resources: listing, reading and watching them. */
import {
  define,
  type Definition,
  eitherOf,
  list,
  object,
  ref,
  since,
  text,
  uri,
  uriTemplate,
} from "./facts.js";
import { resourceMembers } from "./content.js";
import {
  answerMembers,
  bareNotification,
  cacheMembers,
  legacyOnly,
  notification,
  objectMeta,
  pageMembers,
  pageRequest,
  request,
  requestMeta,
  response,
  result,
} from "./messages.js";
import { annotated, named, withIcons } from "./metadata.js";

export const resources: readonly Definition[] = [
  define(
    "Resource",
    "Something that a server lets clients read.",
    object(resourceMembers),
  ),
  define(
    "ResourceTemplate",
    "A family of resources with one pattern of addresses.",
    object({
      uriTemplate,
      ...named,
      ...withIcons,
      "description?": text,
      "mimeType?": text,
      ...annotated,
      ...objectMeta,
    }),
  ),
  pageRequest(
    "ListResourcesRequest",
    "resources/list",
    "Asks which resources there are.",
  ),
  result("ListResourcesResult", "One page of resources.", {
    resources: list(ref("Resource")),
    ...pageMembers,
    ...cacheMembers,
  }),
  response("ListResourcesResult", "resources/list"),
  pageRequest(
    "ListResourceTemplatesRequest",
    "resources/templates/list",
    "Asks which resource templates there are.",
  ),
  result("ListResourceTemplatesResult", "One page of resource templates.", {
    resourceTemplates: list(ref("ResourceTemplate")),
    ...pageMembers,
    ...cacheMembers,
  }),
  response("ListResourceTemplatesResult", "resources/templates/list"),
  ...request("ReadResourceRequest", "resources/read", "Reads a resource.", {
    uri,
    ...answerMembers,
  }),
  result("ReadResourceResult", "What reading a resource gives.", {
    contents: list(eitherOf("TextResourceContents", "BlobResourceContents")),
    ...cacheMembers,
  }),
  response("ReadResourceResult", "resources/read", true),
  define(
    "ResourceRequestParams",
    "Parameters of a request about one resource.",
    since("2025-11-25", object({ ...requestMeta, uri })),
  ),
  ...request(
    "SubscribeRequest",
    "resources/subscribe",
    "Asks to be told when a resource changes.",
    { uri },
    legacyOnly,
  ),
  ...request(
    "UnsubscribeRequest",
    "resources/unsubscribe",
    "Asks to be told no longer when a resource changes.",
    { uri },
    legacyOnly,
  ),
  bareNotification(
    "ResourceListChangedNotification",
    "notifications/resources/list_changed",
    "Says that the list of resources has changed.",
  ),
  ...notification(
    "ResourceUpdatedNotification",
    "notifications/resources/updated",
    "Says that a resource has changed.",
    { uri },
  ),
];
