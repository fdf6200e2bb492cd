"""Parses commands with the AWS CLI's own parser, and checks their queries against the service's answers.

Reads a JSON list of argument lists, without the leading `aws`, from the standard input. Writes a JSON list with null for each
right command and a text for each wrong one. No command is sent: the call is stopped after its parameters were validated.
"""

import contextlib
import io
import json
import sys

import jmespath
from awscli.clidriver import create_clidriver


class Stopped(Exception):
    pass


class Listed:
    """The shape of a list that the query itself makes: of fields, or of a list's parts."""

    type_name = "list"

    def __init__(self, member):
        self.member = member


def member_of(shape):
    if shape is None or shape.type_name != "list":
        raise LookupError("the answer has no list at this place")
    return shape.member


def missing(node, shape):
    """Returns the shape of a query's result, or raises LookupError for a field that the answer does not have."""
    kind = node["type"]
    children = node.get("children", [])
    if kind == "field":
        if shape is None or shape.type_name != "structure" or node["value"] not in shape.members:
            raise LookupError(f"the answer has no {node['value']} at this place")
        return shape.members[node["value"]]
    if kind in ("subexpression", "index_expression", "pipe"):
        for child in children:
            shape = missing(child, shape)
        return shape
    if kind == "index":
        return member_of(shape)
    if kind == "slice":
        return Listed(member_of(shape))
    if kind == "flatten":
        inner = member_of(missing(children[0], shape))
        return Listed(inner.member if inner is not None and inner.type_name == "list" else inner)
    if kind == "projection":
        return Listed(missing(children[1], member_of(missing(children[0], shape))))
    if kind == "filter_projection":
        member = member_of(missing(children[0], shape))
        missing(children[2], member)
        return Listed(missing(children[1], member))
    if kind in ("identity", "current"):
        return shape
    if kind == "literal":
        return None
    if kind == "multi_select_list":
        return Listed([missing(child, shape) for child in children][0])
    if kind in ("comparator", "and_expression", "or_expression", "not_expression", "function_expression"):
        for child in children:
            missing(child, shape)
        return None
    if kind == "multi_select_hash":
        for pair in children:
            missing(pair["children"][0], shape)
        return None
    raise LookupError(f"this check does not know the query's part {kind}")


def check_values(params, shape):
    """Raises ValueError for a text that is none of the values that the service knows. botocore sends such a text."""
    if shape.type_name == "structure" and isinstance(params, dict):
        for name, value in params.items():
            if name in shape.members:
                check_values(value, shape.members[name])
    elif shape.type_name == "list" and isinstance(params, list):
        for value in params:
            check_values(value, shape.member)
    elif shape.type_name == "string" and shape.enum and params not in shape.enum:
        raise ValueError(f"{params} is none of {', '.join(shape.enum)}")


def query_of(args):
    return args[args.index("--query") + 1] if "--query" in args else None


def fault_of(args):
    driver = create_clidriver()
    fault = "the command sends no call"
    asked = {}

    def look(params, model, **_):
        nonlocal asked
        asked = params

    def stop(model, **_):
        nonlocal fault
        query = query_of(args)
        try:
            if query is not None:
                missing(jmespath.compile(query).parsed, model.output_shape)
            if model.input_shape is not None:
                check_values(asked, model.input_shape)
            fault = None
        except LookupError as failure:
            fault = f"--query {query}: {failure}"
        except ValueError as failure:
            fault = str(failure)
        raise Stopped()

    driver.session.register("provide-client-params", look)
    driver.session.register("before-call", stop)
    told = io.StringIO()
    with contextlib.redirect_stderr(told), contextlib.redirect_stdout(io.StringIO()):
        try:
            driver.main(args)
        except SystemExit:
            pass
    return fault and f"{fault}. {told.getvalue().strip().splitlines()[-1:]}"


json.dump([fault_of(args) for args in json.load(sys.stdin)], sys.stdout)
