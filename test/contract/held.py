"""Checks of the service that schemathesis does not have."""

import json
import os
import re

import schemathesis
from schemathesis.specs.openapi.checks import negative_data_rejection

# The fields whose rules JSON Schema cannot express: see unsaid-fields.ts.
UNSAID = set(json.loads(os.environ["UNSAID_FIELDS"]))
UNSAID_SENTENCES = set(json.loads(os.environ["UNSAID_SENTENCES"]))


@schemathesis.check
def valid_data_is_taken(ctx, response, case):
    """The service may refuse a request that fits its schema only for a field whose rule a schema cannot express."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 400:
        return
    refusal = response.json()
    field = re.sub(r"\[\d+\]", "[]", str(refusal.get("field")))
    if refusal["error"] == "VALIDATION_FAILED" and field not in UNSAID and refusal["message"] not in UNSAID_SENTENCES:
        raise AssertionError(f"{case.operation.label} allows what it refuses: {json.dumps(refusal)}")


def holds_empty_text(value):
    """Whether an empty text stands anywhere in a body."""
    if isinstance(value, dict):
        return any(holds_empty_text(one) for one in value.values())
    if isinstance(value, list):
        return any(holds_empty_text(one) for one in value)
    return value == ""


@schemathesis.check
def invalid_data_is_refused(ctx, response, case):
    """
    The service refuses a request that breaks its schema. An empty text is no such break: in an optional field it counts as null, whatever its
    format (docs/decisions/0061), which the document says once for all fields. Tests of sent texts hold the required fields.
    """
    if holds_empty_text(case.body):
        return None
    return negative_data_rejection(ctx, response, case)
